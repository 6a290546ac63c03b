"""The processes of a running service: started, watched, ended."""
