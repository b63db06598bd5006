import { builtProductName } from '@sampan/contract/paths'

/** What the operator calls this installation; in a page that is being built, the mark that the server replaces. */
export const productName = (): string =>
  typeof document === 'undefined'
    ? builtProductName
    : document.querySelector<HTMLMetaElement>('meta[name="sampan-name"]')?.content || 'Sampan'
