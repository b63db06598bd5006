/** The same keys in another language, where a singular is not told apart from a plural (`_one`). */
export type Translation<T extends Record<string, string>> = {
  [Key in keyof T as Key extends `${string}_one` ? never : Key]: string
}
