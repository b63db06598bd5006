/** One thing that happened: who did what with which file, from where, with what, and when. */
import type { TimelineEvent } from '@sampan/contract/routes/transfer-detail'
import {
  Bell,
  Bot,
  CalendarPlus,
  Download,
  Eye,
  FileMinus,
  FilePlus,
  FileStack,
  History,
  Hourglass,
  KeyRound,
  Link2,
  Lock,
  LockOpen,
  type LucideIcon,
  Mail,
  MailCheck,
  MailWarning,
  MailX,
  PencilLine,
  ScanEye,
  Send,
  ShieldAlert,
  SlidersHorizontal,
  UserMinus,
  UserPlus,
  Users,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { agoText } from '../../lib/times.ts'
import { useSession } from '../../product/session/session.ts'
import { useActingTeam } from '../../product/session/team.ts'
import * as words from './event-words.ts'
import classes from './timeline.module.css'

const icons: Record<TimelineEvent['kind'], LucideIcon> = {
  sent: Send,
  mailed: MailCheck,
  mailDeferred: MailWarning,
  mailBounced: MailX,
  opened: Eye,
  passwordWrong: KeyRound,
  started: Hourglass,
  downloaded: Download,
  changed: SlidersHorizontal,
  recipientAdded: UserPlus,
  recipientCorrected: PencilLine,
  recipientRemoved: UserMinus,
  mailedAgain: Mail,
  reminded: Bell,
  disabled: Lock,
  enabled: LockOpen,
  linkOpened: Link2,
  filesAdded: FilePlus,
  fileReplaced: FileStack,
  fileRemoved: FileMinus,
  rolledBack: History,
  timeRequested: Hourglass,
  downloadsRequested: Hourglass,
  passwordRequested: KeyRound,
  extended: CalendarPlus,
  takenDown: ShieldAlert,
  infected: ShieldAlert,
  previewed: ScanEye,
  scanned: Bot,
  shared: Users,
}

/** Which of those who may change it did. What was kept of no one is of whoever is alone. */
function useDoer({ by }: Pick<TimelineEvent, 'by'>): string {
  const { t } = useTranslation('detail')
  const { user } = useSession()
  const team = useActingTeam()
  if (by) return by.userId === user?._id ? t('you') : by.name
  return team ? t('teamMate') : t('you')
}

function useWho(event: TimelineEvent): string {
  const { t } = useTranslation('detail')
  const doer = useDoer(event)
  const person = words.whoOf(event)
  if (person) return person
  const others = { sender: doer, operator: t('operator'), recipient: t('anyone'), visitor: t('anyone'), system: '' }
  return others[event.actor]
}

function useWhat(event: TimelineEvent): string {
  const { t } = useTranslation('detail')
  const format = useFormat()
  const count = words.countOf(event)
  const name = words.fileOf(event)
  if (name && (count === null || count === 1)) return t('whatFile', { name })
  return count === null ? '' : t('fileCount', { count, number: format.number(count) })
}

/** Of those that are no browser's name. */
const programs = { 'command line': 'commandLine', robot: 'robot' } as const

/** What else there is to say of it. */
function useNotes(event: TimelineEvent): string[] {
  const { t } = useTranslation('detail')
  const named = useTranslation('send').t as (key: string, unknown: string) => string
  const format = useFormat()
  const { name, email, company, city, countryCode, program } = event
  const [before, expiry, version] = [words.beforeOf(event), words.newExpiryOf(event), words.versionOf(event)]
  const password = words.passwordNoteOf(event)
  const doer = useDoer(event)
  const isByOther = event.by && doer === event.by.name && (words.whoOf(event) !== null || event.kind === 'shared')
  return [
    words
      .fieldsOf(event)
      // What a newer server tells of has no word here.
      .map((field) => named(`changed_${field}`, ''))
      .filter(Boolean)
      .join(', '),
    isByOther && t('noteBy', { name: doer }),
    password && t(password),
    expiry !== null && t('noteUntil', { date: format.dateTime(new Date(expiry)) }),
    before && t('noteBefore', { email: before }),
    version !== null && event.kind !== 'rolledBack' && t('noteVersion', { number: format.number(version) }),
    name && email,
    company,
    format.place(city, countryCode),
    program && program !== 'unknown' && (program in programs ? t(programs[program as keyof typeof programs]) : program),
  ].filter((note): note is string => Boolean(note))
}

/** A slot of a sentence that stands out in it. */
function useSentence(event: TimelineEvent) {
  const { t } = useTranslation('detail')
  const slot = '\u0001'
  const former = t('whatFile', { name: words.formerNameOf(event) ?? '' })
  const slots = { what: useWhat(event), former, version: words.versionOf(event) ?? '' }
  const who = useWho(event)
  const [before = '', after = ''] = t(words.sentenceOf(event), { ...slots, who: slot }).split(slot)
  const isNamed = t(words.sentenceOf(event), { ...slots, who: slot }).includes(slot)
  return (
    <>
      {before}
      {isNamed && <bdi className={classes.who}>{who}</bdi>}
      {after}
    </>
  )
}

export function Event({ event, now }: { event: TimelineEvent; now: number }) {
  const { t } = useTranslation('detail')
  const format = useFormat()
  const language = useLanguage()
  const Icon = icons[event.kind]
  const said = words.saidOf(event)
  const notes = useNotes(event)
  const at = new Date(event.at)
  return (
    <li className={classes.event}>
      <span className={classes.icon} data-tone={words.eventToneOf(event)}>
        <Icon size={17} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <span className={classes.words}>
        <span className={classes.sentence}>{useSentence(event)}</span>
        {said && (
          <span className={classes.said} dir="auto">
            {said}
          </span>
        )}
        {notes.length > 0 && <span className={classes.notes}>{notes.join(' · ')}</span>}
      </span>
      <time className={classes.time} dateTime={at.toISOString()} title={format.dateTime(at)}>
        {agoText(event.at, now, language) ?? t('justNow')}
      </time>
    </li>
  )
}
