/** The download page. */
export const download = {}
