/** Password of every account of the demo network and of the contract's examples; the store holds its hash only. */
export const PASSWORD = 'Demo1234';

/** Secret of the authenticator app of the fixture that uses one, in base32. */
export const TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
