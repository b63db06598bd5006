/** Whether a public address leads to this machine alone. */
export const localNames = ['localhost', '127.0.0.1', '[::1]']

export const isLocalOrigin = (origin: string): boolean => localNames.includes(new URL(origin).hostname)
