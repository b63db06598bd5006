/** What others wrote may hold codes that a terminal obeys. */
export const plainText = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
