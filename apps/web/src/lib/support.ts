import { builtOperator } from '@sampan/contract/paths'

/** The operator's support address, if the server wrote one into the page; in a page that is being built, the mark that the server replaces. */
export const supportAddress = (): string | null =>
  typeof document === 'undefined'
    ? builtOperator.email
    : document.querySelector<HTMLMetaElement>('meta[name="sampan-support"]')?.content || null
