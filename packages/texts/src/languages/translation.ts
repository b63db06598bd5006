/** What Intl.PluralRules calls the forms of a word beside a number. */
type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'

/** The keys that are asked for: of a sentence in several forms, the one before them. */
export type TextKey<T> = { [Key in keyof T & string]: Key extends `${infer Stem}_${PluralForm}` ? Stem : Key }[keyof T & string]

/** The same keys in another language: `_other` of a plural, and those of its forms that the language has. */
export type Translation<T extends Record<string, string>> = {
  [Key in keyof T as Key extends `${string}_one` ? never : Key]: string
} & {
  [Key in keyof T as Key extends `${infer Stem}_other` ? `${Stem}_${PluralForm}` : never]?: string
}
