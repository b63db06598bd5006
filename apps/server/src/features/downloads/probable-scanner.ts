/** Who, without saying so, follows the links of a mail for nobody (D11). Pure. */
import { scannerSeconds } from '@sampan/contract/limits'

export type Asking = {
  userAgent: string
  /** Of the address asked for: a button was pressed or a password given for it. */
  isStepped: boolean
  /** Since the last mail with this personal link left; null where it is in no mail. */
  secondsSinceMail: number | null
  /** Whose link this is has had something before. */
  hasReadBefore: boolean
}

/** Download programs say what they are, and are a person's own; scanners without a name call themselves a browser, in which a person presses a button. */
const isLikeBrowser = (userAgent: string): boolean => /^Mozilla\//.test(userAgent)

export const isProbablyScanner = ({ userAgent, isStepped, secondsSinceMail, hasReadBefore }: Asking): boolean =>
  isLikeBrowser(userAgent) && !isStepped && !hasReadBefore && secondsSinceMail !== null && secondsSinceMail <= scannerSeconds
