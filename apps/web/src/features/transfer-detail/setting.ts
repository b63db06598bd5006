import type { FieldCode } from '@sampan/contract/errors'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import { fieldText } from '@sampan/texts/errors'
import { useLanguage } from '../../lib/i18n.ts'
import type { Draft, DraftFault } from './draft.ts'

/** What every setting is given. */
export type SettingProps = {
  transfer: TransferRecord
  draft: Draft
  faults: readonly DraftFault[]
  /** Saving was tried: whatever is wrong is said from then on. */
  wasTried: boolean
  /** What the server said of a field. */
  wrong: Readonly<Record<string, FieldCode>>
  change: (part: Draft) => void
}

export function useWrong({ wrong }: Pick<SettingProps, 'wrong'>) {
  const language = useLanguage()
  return (...fields: string[]): string | undefined => {
    const code = fields.map((field) => wrong[field]).find(Boolean)
    return code && fieldText(code, language)
  }
}
