/** Everything that can be changed of a transfer with its link as it is; one Save says what it will change. */

import { Button } from '@mantine/core'
import { timingsMs } from '@sampan/contract/limits'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import type { TransferDetail } from '@sampan/contract/routes/transfer-detail'
import { about } from '@sampan/texts/registry/about'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n.ts'
import { asProblem } from '../../lib/is-problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useUnsaved } from '../../lib/unsaved.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { ShareField } from '../../product/recipients/share-field.tsx'
import type { ToastsOfPage } from '../../ui/toasts.tsx'
import { useFocusWrong } from '../../ui/use-focus-wrong.ts'
import { changedFields, changesOf, type Draft, draftFaults, sharesOf, typedSince } from './draft.ts'
import { ExpirySetting } from './expiry-setting.tsx'
import { PasswordSetting } from './password-setting.tsx'
import { LimitSetting, LineSettings, MessageSetting } from './plain-settings.tsx'
import classes from './settings.module.css'
import { Switches } from './switches.tsx'
import type { TransferChanges } from './use-changes.ts'

type Props = {
  detail: TransferDetail
  changes: TransferChanges
  toasts: ToastsOfPage
  /** Beside another part only what is not saved yet shows. */
  isShown: boolean
  /** The field that its reader has come for. */
  startsWith: 'downloadLimit' | null
  onShow: () => void
}

/** What the draft differs from: while it is being saved the page shows it already as it will stand, and after a refusal a moment longer. */
function useStanding(transfer: TransferRecord, isAsking: boolean): TransferRecord {
  const standing = useRef(transfer)
  const foretold = useRef<TransferRecord | null>(null)
  if (isAsking) foretold.current = transfer
  else if (transfer !== foretold.current) standing.current = transfer
  return standing.current
}

export function Settings({ detail, changes, toasts, isShown, startsWith, onShow }: Props) {
  const { t } = useTranslation('detail')
  const problemText = useProblemText()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState<Draft>({})
  const { wrong, problem, refusals, isAsking, ask, refuse, mend } = useAsking({ hasFields: true })
  useFocusWrong(form, isShown ? refusals : 0)
  const { transfer } = detail
  const asked = changesOf(draft, useStanding(transfer, isAsking))
  const fields = changedFields(asked).map((field) => t(`changed_${field}`, { ns: 'send' }))
  const isUnsaved = fields.length > 0 || isAsking
  useUnsaved(isUnsaved)
  // Only where a field is to blame; what else went wrong is said beside any part.
  const show = useEffectEvent(() => isShown || onShow())
  useEffect(() => {
    if (refusals > 0) show()
  }, [refusals])
  useEffect(() => {
    if (isShown && startsWith) form.current?.querySelector<HTMLInputElement>(`[name="${startsWith}"]`)?.focus()
  }, [isShown, startsWith])
  const faults = draftFaults(draft, Date.now())
  const shared = {
    transfer,
    draft,
    faults,
    wasTried: refusals > 0,
    wrong,
    change: (part: Draft) => {
      mend()
      setDraft((before) => ({ ...before, ...part }))
    },
  }
  async function save(event: FormEvent) {
    event.preventDefault()
    // What is wrong stands at its field already; the focus goes there.
    if (faults.length > 0) refuse({})
    if (faults.length > 0 || !(await ask(() => changes.edit(asked)))) return
    setDraft((now) => typedSince(draft, now))
    toasts.show({ about: 'saved', text: t('saved'), lifeMs: timingsMs.toast })
  }
  const isLocked = transfer.status === 'takenDown' || transfer.status === 'uploading'
  const { comma } = about[useLanguage()]
  if (!isShown && !isUnsaved) return null
  return (
    <form
      ref={form}
      className={isShown ? classes.form : classes.beside}
      onSubmit={(event) => void save(event)}
      noValidate
      aria-label={t('settings')}
    >
      {isShown && (
        <fieldset className={classes.fields} disabled={isLocked}>
          <LineSettings {...shared} />
          <MessageSetting {...shared} />
          <ExpirySetting {...shared} />
          <PasswordSetting {...shared} />
          <LimitSetting {...shared} />
          <ShareField shareWith={draft.shareWith ?? sharesOf(transfer)} onShare={(shareWith) => shared.change({ shareWith })} />
          <Switches {...shared} hasPeople={detail.recipients.length > 0} />
        </fieldset>
      )}
      {isUnsaved && (
        <div className={classes.foot}>
          <p className={classes.will}>{t('willChange', { fields: fields.join(comma) })}</p>
          <p className={classes.problem} role="alert">
            {problem !== null && !asProblem(problem)?.fields && t('saveFailed', { reason: problemText(problem) })}
          </p>
          <span className={classes.buttons}>
            <Button type="submit" h={44} loading={isAsking}>
              {t('save')}
            </Button>
            <Button
              variant="default"
              h={44}
              disabled={isAsking}
              onClick={() => {
                mend()
                setDraft({})
              }}
            >
              {t('discard')}
            </Button>
          </span>
        </div>
      )}
    </form>
  )
}
