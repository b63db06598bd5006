/** The part of html-to-text that mails use; the package brings no types. */
declare module 'html-to-text' {
  type Selector = { selector: string; format?: string; options?: Record<string, unknown> }
  type Options = { wordwrap: false; whitespaceCharacters: string; selectors: readonly Selector[] }

  export function compile(options: Options): (html: string) => string
}
