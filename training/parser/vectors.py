import numpy as np
def pretrained(kind):
    from gensim.models import KeyedVectors
    kv=KeyedVectors.load('/tmp/parser_train/char.kv' if kind=='character' else '/tmp/parser_train/word.kv')
    rows={'':0}
    for k in kv.index_to_key: rows[k]=len(rows)
    v=kv.vectors; v=v/np.sqrt((v**2).mean())*0.5
    return rows, np.concatenate([np.zeros((1,v.shape[1])),v]).astype(np.float32)
