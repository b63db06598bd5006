/** Strangers' names as they may be shown: marks that turn the writing around could make "exe.pdf" of "fdp.exe" (R32). */
export const shownName = (name: string): string => name.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
