/** The head of a transfer, and below it one part at a time; which one stands in the address. */
import type { TransferDetail } from '@sampan/contract/routes/transfer-detail'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { mayDo } from '../../product/transfers/may-do.ts'
import type { ToastsOfPage } from '../../ui/toasts.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Activity } from './activity.tsx'
import classes from './detail.module.css'
import { Head } from './head.tsx'
import { People } from './people.tsx'
import { Settings } from './settings.tsx'
import { SettingsFacts } from './settings-facts.tsx'
import { Tabs } from './tabs.tsx'
import type { TransferActs } from './use-acts.ts'
import type { TransferChanges } from './use-changes.ts'

export type Slots = { files: ReactNode; receipts?: ReactNode }

const partName = 'part'
const parts = ['people', 'activity', 'files', 'receipts', 'settings'] as const
type Part = (typeof parts)[number]

type Props = Slots & {
  slug: string
  detail: TransferDetail
  isStale: boolean
  changes: TransferChanges
  acts: TransferActs
  toasts: ToastsOfPage
}

const clockMs = 30_000

/** Of a link, what happened says more than who was named. */
function usePart(detail: TransferDetail, shown: readonly Part[]): [Part, (part: Part) => void] {
  const [params, setParams] = useSearchParams()
  const named = shown.find((part) => part === params.get(partName))
  const choose = (part: Part) =>
    setParams(
      (before) => {
        before.set(partName, part)
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  return [named ?? (detail.recipients.length > 0 ? 'people' : 'activity'), choose]
}

export function Detail({ slug, detail, isStale, changes, acts, toasts, files, receipts }: Props) {
  const { t } = useTranslation('detail')
  const format = useFormat()
  const now = useNow(clockMs)
  const id = useId()
  const [wantsLimit, setWantsLimit] = useState(false)
  const shown = parts.filter((part) => part !== 'receipts' || receipts)
  const [part, choose] = usePart(detail, shown)
  const { transfer, recipients } = detail
  const mayChange = mayDo(transfer, 'change')
  const counts: Partial<Record<Part, number>> = { people: recipients.length, files: transfer.fileNumber }
  const content: Record<Exclude<Part, 'settings'>, () => ReactNode> = {
    people: () => <People detail={detail} now={now} changes={changes} toasts={toasts} />,
    activity: () => <Activity slug={slug} detail={detail} now={now} />,
    files: () => files,
    receipts: () => receipts,
  }
  return (
    <div className={classes.detail}>
      {isStale && <p className={classes.stale}>{t('stale')}</p>}
      <Head
        detail={detail}
        now={now}
        acts={acts}
        onAllowMore={() => {
          setWantsLimit(true)
          choose('settings')
        }}
      />
      <Tabs
        id={id}
        label={t('parts')}
        tabs={shown.map((name) => ({ name, text: t(name), count: counts[name] ? format.number(counts[name]) : null }))}
        value={part}
        onChoose={(part) => {
          setWantsLimit(false)
          choose(part)
        }}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a panel of tabs is reached by the keyboard */}
      <div id={`${id}-panel`} role="tabpanel" tabIndex={0} aria-labelledby={`${id}-${part}`} className={classes.part}>
        {part !== 'settings' && content[part]()}
        {part === 'settings' && !mayChange && <SettingsFacts transfer={transfer} />}
        {mayChange && (
          <Settings
            detail={detail}
            changes={changes}
            toasts={toasts}
            isShown={part === 'settings'}
            startsWith={wantsLimit ? 'downloadLimit' : null}
            onShow={() => choose('settings')}
          />
        )}
      </div>
    </div>
  )
}
