"""QTI, the exchange format of the IMS consortium: packages of version 2.1 written, 2.x read."""
