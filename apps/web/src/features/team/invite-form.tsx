/** Inviting by addresses: typed, pasted as a list, or from a CSV file. */
import { Button } from '@mantine/core'
import type { Language } from '@sampan/contract/paths'
import type { RouteReply } from '@sampan/contract/routes/route'
import type { inviteMembers } from '@sampan/contract/routes/teams'
import { isEmail, splitRecipients } from '@sampan/contract/rules/recipients'
import { invitationDays, type MemberRole, memberRoles } from '@sampan/contract/rules/teams'
import { fieldText } from '@sampan/texts/errors'
import { about } from '@sampan/texts/registry/about'
import type { TFunction } from 'i18next'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { addRecipients, endRecipient, noChips, recipientsOf } from '../../product/recipients/chips.ts'
import { RecipientsInput } from '../../product/recipients/recipients-input.tsx'
import { ProblemLine } from '../../ui/problem-line.tsx'
import type { TeamActs } from './queries.ts'
import classes from './team.module.css'
import type { Said } from './use-act.ts'

type Told = Pick<RouteReply<typeof inviteMembers>, 'invited' | 'skipped'>

/** Who is invited, and who was left out and why. */
export function toldOf({ invited, skipped }: Told, t: TFunction<'team'>, language: Language): string {
  const emails = skipped.map(({ email }) => email).join(about[language].comma)
  const parts = [invited.length > 0 && t('invited', { count: invited.length }), emails && t('skipped', { emails })]
  return parts.filter(Boolean).join(' ')
}

/** A row that has no address is none of a person; one that is mistyped is shown, so that it can be mended. */
export const addressesOf = (csv: string): string[] =>
  splitRecipients(csv.replaceAll('"', ',')).filter((cell) => cell.includes('@'))

export function InviteForm({ acts, say }: { acts: TeamActs; say: (said: Said) => void }) {
  const { t } = useTranslation('team')
  const language = useLanguage()
  const id = useId()
  const [chips, setChips] = useState(noChips)
  const [role, setRole] = useState<MemberRole>('member')
  const [said, setSaid] = useState('')
  const { problem, wrong, isAsking, ask, refuse, mend } = useAsking({ hasFields: true })
  // As many as the server would take: one that is mistyped is shown, and counts once it is mended.
  const count = recipientsOf(chips).filter(isEmail).length
  const [code] = Object.values(wrong)
  const change = (next: typeof chips) => {
    mend()
    setSaid('')
    setChips(next)
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    const { list, ...ended } = endRecipient(chips)
    setChips({ list, ...ended })
    if (list.some((email) => !isEmail(email))) return refuse({ emails: 'invalidEmail' })
    if (list.length === 0) return refuse({ emails: 'required' })
    const told: Told = { invited: [], skipped: [] }
    if (!(await ask(async () => Object.assign(told, await acts.invite(list, role))))) return
    setChips(noChips)
    // Above the form, which goes with the last seat.
    say({ text: toldOf(told, t, language), problem: null })
  }
  async function read(file: File | undefined) {
    if (!file) return
    const found = addressesOf(await file.text())
    if (found.length > 0) change(addRecipients(chips, found))
    else setSaid(t('csvNothing', { name: file.name }))
  }
  return (
    <section className={classes.card} aria-labelledby="invite">
      <h2 id="invite">{t('invite')}</h2>
      <p className={classes.text}>{t('inviteText', { days: invitationDays })}</p>
      <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
        <div className={classes.people} data-wrong={code ? true : undefined}>
          <RecipientsInput chips={chips} refused={[]} hasContacts noteId={id} isWrong={code !== undefined} onChange={change} />
        </div>
        <p id={id} className={classes.note} data-wrong={code ? true : undefined} aria-live="polite">
          {code ? fieldText(code, language) : said}
        </p>
        <ProblemLine problem={problem} />
        <div className={classes.line}>
          <label className={classes.inline}>
            <span>{t('inviteAs')}</span>
            <select
              className={classes.select}
              value={role}
              onChange={(event) => setRole(memberRoles.find((each) => each === event.target.value)!)}
            >
              {[...memberRoles].reverse().map((each) => (
                <option key={each} value={each}>
                  {t(`role_${each}`)}
                </option>
              ))}
            </select>
          </label>
          <label className={classes.file}>
            {t('csv')}
            <input
              type="file"
              className="visually-hidden"
              accept=".csv,text/csv,text/plain"
              onChange={(event) => {
                void read(event.target.files?.[0])
                event.target.value = ''
              }}
            />
          </label>
          <Button type="submit" h={44} loading={isAsking}>
            {count > 0 ? t('send', { count }) : t('sendNone')}
          </Button>
        </div>
      </form>
    </section>
  )
}
