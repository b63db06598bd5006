/** What can be done with a request as a whole. */
import { Button } from '@mantine/core'
import { expirySeconds } from '@sampan/contract/plans'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import {
  BellRing,
  CalendarPlus,
  Copy,
  Download,
  Ellipsis,
  FileText,
  LockOpen,
  Pencil,
  Table,
  Trash2,
  UserPlus,
  X,
} from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { Question } from '../../ui/question.tsx'
import { EditWindow } from './edit-window.tsx'
import { PeopleWindow } from './people-window.tsx'
import type { Acts } from './queries.ts'
import classes from './requests.module.css'

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const
const weekMs = expirySeconds.week * 1000

type Props = {
  detail: RequestDetail
  acts: Acts
  report: (text: string) => void
  pathOf: (slug: string) => string
  listPath: string
}
type Shown = 'edit' | 'people' | 'delete' | null

/** Does it, and says that it was done, or why not. */
export function useDoing(report: (text: string) => void) {
  const problemText = useProblemText()
  return async (act: () => Promise<unknown>, text?: string) => {
    try {
      await act()
      if (text) report(text)
    } catch (error) {
      report(problemText(error))
    }
  }
}

export function RequestActions({ detail, acts, report, pathOf, listPath }: Props) {
  const { t } = useTranslation('requests')
  const format = useFormat()
  const navigate = useNavigate()
  const doIt = useDoing(report)
  const [shown, setShown] = useState<Shown>(null)
  const { request, suppliers } = detail
  const { state, dueAt, status } = request
  const hasFiles = suppliers.some(({ slots }) => slots.some(({ files }) => files.length > 0))
  const isAsking = suppliers.some(({ isInvited }) => isInvited)

  const remind = async () => {
    const { reminded: count } = await acts.remind()
    report(count > 0 ? t('reminded', { count, number: format.number(count) }) : t('remindedNobody'))
  }
  const extend = () =>
    acts.change({
      expirySeconds: expirySeconds.week,
      ...(dueAt !== null && { dueAt: Math.max(dueAt, Date.now()) + weekMs }),
    })
  const entries: MenuEntry[] = [
    { label: t('edit'), icon: <Pencil {...icon} />, onSelect: () => setShown('edit') },
    state === 'open'
      ? {
          label: t('close'),
          icon: <X {...icon} />,
          onSelect: () => void doIt(() => acts.change({ state: 'closed' }), t('closedNow')),
        }
      : {
          label: t('reopen'),
          icon: <LockOpen {...icon} />,
          onSelect: () => void doIt(() => acts.change({ state: 'open' }), t('openNow')),
        },
    { label: t('extend'), icon: <CalendarPlus {...icon} />, onSelect: () => void doIt(extend, t('extended')) },
    {
      label: t('duplicate'),
      icon: <Copy {...icon} />,
      onSelect: () => void doIt(async () => navigate(pathOf(await acts.duplicate()))),
    },
    { label: t('exportCsv'), icon: <Table {...icon} />, onSelect: () => void doIt(() => acts.save('csv')) },
    { label: t('exportPdf'), icon: <FileText {...icon} />, onSelect: () => void doIt(() => acts.save('pdf')) },
    { label: t('deleteRequest'), icon: <Trash2 {...icon} />, isDangerous: true, onSelect: () => setShown('delete') },
  ]
  return (
    <div className={classes.acts}>
      {hasFiles && (
        <Button h={44} leftSection={<Download {...icon} />} onClick={() => void doIt(() => acts.download({}))}>
          {t('downloadAll')}
        </Button>
      )}
      {isAsking && (
        <Button variant="default" h={44} leftSection={<BellRing {...icon} />} onClick={() => void doIt(remind)}>
          {t('remindAll')}
        </Button>
      )}
      {status === 'open' && (
        <Button variant="default" h={44} leftSection={<UserPlus {...icon} />} onClick={() => setShown('people')}>
          {t('addPeople')}
        </Button>
      )}
      <Menu label={t('actions')} icon={<Ellipsis {...icon} />} entries={entries} />
      {shown === 'edit' && <EditWindow detail={detail} acts={acts} onClose={() => setShown(null)} />}
      {shown === 'people' && <PeopleWindow acts={acts} onClose={() => setShown(null)} />}
      {shown === 'delete' && (
        <Question title={t('deleteSure')} text={t('deleteText')} onClose={() => setShown(null)}>
          <Button variant="default" onClick={() => void doIt(() => acts.remove().then(() => navigate(listPath)))}>
            {t('deleteYes')}
          </Button>
          <Button data-autofocus onClick={() => setShown(null)}>
            {t('deleteNo')}
          </Button>
        </Question>
      )}
    </div>
  )
}
