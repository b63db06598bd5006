/** The send card. */
export const send = {}
