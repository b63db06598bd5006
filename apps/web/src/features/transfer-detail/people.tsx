/** Who a transfer was mailed to, how far each has come, and what can be done about it. */
import { timingsMs } from '@sampan/contract/limits'
import type { DetailRecipient, TransferDetail } from '@sampan/contract/routes/transfer-detail'
import { BellRing, History, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { mayDo } from '../../product/transfers/may-do.ts'
import { ListState } from '../../ui/list-state.tsx'
import type { ToastsOfPage } from '../../ui/toasts.tsx'
import { AddPeople } from './add-people.tsx'
import { CorrectDialog } from './correct-dialog.tsx'
import classes from './people.module.css'
import { PeopleList } from './people-list.tsx'
import type { PersonAct } from './person.tsx'
import { type MailKind, RemindAll } from './remind-all.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { byNeed, found, isAwaited, nameOf, olderVersionOf, standingOf } from './standing.ts'
import type { TransferChanges } from './use-changes.ts'

type Props = { detail: TransferDetail; now: number; changes: TransferChanges; toasts: ToastsOfPage }

/** More than a screen holds. */
const searchedFrom = 9

type BarAct = 'add' | MailKind
type Asked = { act: 'correct' | 'remove'; person: DetailRecipient } | { act: BarAct } | null

/** Whom one mail for all of them goes to. */
const mailedBy: Record<MailKind, (detail: TransferDetail) => DetailRecipient[]> = {
  remind: ({ recipients }) => recipients.filter((person) => isAwaited(standingOf(person, false))),
  newVersion: (detail) => detail.recipients.filter((person) => olderVersionOf(person, detail) !== null),
}

function useMails({ changes, toasts }: Pick<Props, 'changes' | 'toasts'>) {
  const { t } = useTranslation('detail')
  const problemText = useProblemText()
  return async (person: DetailRecipient, kind: 'resend' | 'remind') => {
    const about = person.recipientId
    try {
      await changes.mail(person.recipientId, kind)
      const text = t(kind === 'remind' ? 'reminded' : 'mailedAgain', { name: person.email })
      toasts.show({ about, text, lifeMs: timingsMs.toast })
    } catch (error) {
      toasts.show({ about, text: problemText(error), tone: 'problem', lifeMs: timingsMs.longNotice })
    }
  }
}

export function People({ detail, now, changes, toasts }: Props) {
  const { t } = useTranslation('detail')
  const [asked, setAsked] = useState<Asked>(null)
  const mail = useMails({ changes, toasts })
  const say = (text: string) => {
    setAsked(null)
    toasts.show({ text, lifeMs: timingsMs.longNotice })
  }
  const act = (name: PersonAct, person: DetailRecipient) =>
    name === 'correct' || name === 'remove' ? setAsked({ act: name, person }) : void mail(person, name)
  const { recipients, transfer } = detail
  const mayChange = mayDo(transfer, 'change')
  const canAdd = mayChange && (transfer.status === 'active' || transfer.status === 'limitReached')
  const close = () => setAsked(null)
  return (
    <>
      <Bar detail={detail} canAdd={canAdd} isAdding={asked?.act === 'add'} onAsk={(name) => setAsked({ act: name })} />
      {asked?.act === 'add' && <AddPeople {...{ detail, changes }} onClose={close} onDone={say} />}
      {recipients.length === 0 && asked?.act !== 'add' && (
        <ListState isPart drawing="uploading" title={t('noPeopleTitle')} text={t(mayChange ? 'noPeopleText' : 'noPeople')} />
      )}
      {recipients.length > 0 && <Found detail={detail} now={now} onAct={act} />}
      {asked?.act === 'correct' && <CorrectDialog {...{ changes }} person={asked.person} onClose={close} onDone={say} />}
      {asked?.act === 'remove' && (
        <RemoveDialog
          changes={changes}
          person={asked.person}
          onClose={close}
          onDone={() => say(t('removed', { name: nameOf(asked.person) }))}
        />
      )}
      {(asked?.act === 'remind' || asked?.act === 'newVersion') && (
        <RemindAll {...{ changes, now }} kind={asked.act} recipients={mailedBy[asked.act](detail)} onClose={close} onDone={say} />
      )}
    </>
  )
}

type BarProps = { detail: TransferDetail; canAdd: boolean; isAdding: boolean; onAsk: (act: BarAct) => void }

function Bar({ detail, canAdd, isAdding, onAsk }: BarProps) {
  const { recipients, transfer } = detail
  const { t } = useTranslation('detail')
  const format = useFormat()
  const all = recipients.length
  const done = recipients.filter(({ downloadedAt }) => downloadedAt !== null).length
  const mayChange = mayDo(transfer, 'change')
  const awaited = mailedBy.remind(detail).length
  const older = mailedBy.newVersion(detail).length
  const icon = { size: 17, strokeWidth: 1.75, 'aria-hidden': true } as const
  return (
    <div className={classes.bar}>
      {all > 0 && (
        <p className={classes.sum}>
          {t('downloadedOf', { done: format.number(done), all: format.number(all) })}
          <span className={classes.track} aria-hidden="true">
            <i style={{ width: `${(done / all) * 100}%` }} />
          </span>
        </p>
      )}
      <span className={classes.tools}>
        {mayChange && transfer.status === 'active' && awaited > 1 && (
          <button type="button" className={classes.tool} onClick={() => onAsk('remind')}>
            <BellRing {...icon} />
            {t('remindAll', { count: awaited })}
          </button>
        )}
        {mayChange && transfer.status === 'active' && older > 0 && (
          <button type="button" className={classes.tool} onClick={() => onAsk('newVersion')}>
            <History {...icon} />
            {t('tellAll', { count: older })}
          </button>
        )}
        {canAdd && !isAdding && (
          <button type="button" className={classes.tool} onClick={() => onAsk('add')}>
            <UserPlus {...icon} />
            {t('add')}
          </button>
        )}
      </span>
    </div>
  )
}

type FoundProps = { detail: TransferDetail; now: number; onAct: (act: PersonAct, person: DetailRecipient) => void }

function Found({ detail, now, onAct }: FoundProps) {
  const { recipients } = detail
  const { t } = useTranslation('detail')
  const [search, setSearch] = useState('')
  const shown = byNeed(found(recipients, search))
  return (
    <>
      {recipients.length >= searchedFrom && (
        <input
          type="search"
          className={classes.search}
          aria-label={t('searchPeople')}
          placeholder={t('searchPeople')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {shown.length > 0 ? (
        <PeopleList people={shown} detail={detail} now={now} onAct={onAct} />
      ) : (
        <p className={classes.nobody} role="status">
          {t('nobodyFound', { search })}
        </p>
      )}
    </>
  )
}
