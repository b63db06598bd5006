/** A pattern of `like` for text that has this somewhere in it, in which nothing of it means more than itself. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
