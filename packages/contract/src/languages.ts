/** Written by scripts/languages.mjs from the folders of languages: never by hand. */
export const languages = ['en', 'zh'] as const
