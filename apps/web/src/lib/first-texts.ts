/** The sentences of every public page: in one file for each language, and here before anything is shown. */
export const firstTexts = ['shell', 'home', 'account', 'send', 'download'] as const
