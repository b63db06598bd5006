/** Who, without saying so, follows the links of a mail for nobody (D11). Pure. */
import { scannerPageSeconds, scannerSeconds } from '@sampan/contract/limits'

export type Asking = {
  userAgent: string
  /** Of the address asked for: a button was pressed or a password given for it. */
  isStepped: boolean
  /** Since the last mail with this personal link left; null where it is in no mail. */
  secondsSinceMail: number | null
  /** Since its page was opened first; null where it was not. */
  secondsSinceOpened: number | null
  /** Whose link this is has had something before. */
  hasReadBefore: boolean
}

/** Download programs say what they are, and are a person's own; scanners without a name call themselves a browser, in which a person presses a button. */
const isLikeBrowser = (userAgent: string): boolean => /^Mozilla\//.test(userAgent)

/** A scanner that opens the page follows its links at once; a person reads it first, or comes back to it. */
export const isProbablyScanner = ({
  userAgent,
  isStepped,
  secondsSinceMail,
  secondsSinceOpened,
  hasReadBefore,
}: Asking): boolean =>
  isLikeBrowser(userAgent) &&
  !isStepped &&
  !hasReadBefore &&
  secondsSinceMail !== null &&
  secondsSinceMail <= scannerSeconds &&
  (secondsSinceOpened === null || secondsSinceOpened <= scannerPageSeconds)
