/** Browsers have passkeys over https and on their own machine alone, and bind them to a name: an address of numbers has none (A9). */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(location.hostname)
