"""Files that somebody sends, read in processes of their own: `reader` asks, `server` forks, `tasks` are what is read, `files` the ports."""
