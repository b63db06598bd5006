/** The plans on sale, side by side. */
import { Button } from '@mantine/core'
import { type Period, priceCents, type RoleOnSale, rolesOnSale } from '@sampan/contract/plans'
import { needsIn, planThatAllows } from '@sampan/contract/rules/plan-needs'
import { buttonOf, monthlyCents, type PlanButton, type Reader, yearlySaving } from '@sampan/contract/rules/plan-offer'
import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useShownSearch } from '../../lib/use-hydrated.ts'
import { useRoleName } from '../../product/plans/role-name.ts'
import classes from './boxes.module.css'
import { hasEveryExpiry, LimitLine } from './plan-limit.tsx'
import { useChoose } from './use-choose.ts'

type Props = { reader: Reader; isKnown: boolean; period: Period }

/** One stands out: what there is to go to from here. */
const nextPlan = ({ account }: Reader): RoleOnSale =>
  account && account.role !== 'free' && account.role !== 'personal' ? 'business' : 'pro'

/** Under a button that does nothing: why. Under that of the reader's own plan in the other period: how it is paid now. */
function noteOf({ account }: Reader, role: RoleOnSale, { text, isDisabled }: PlanButton) {
  if (isDisabled && account?.status === 'revoke') return 'rests'
  if (text !== 'switch') return null
  if (isDisabled) return 'included'
  return account?.role === role && account.period ? (`own_${account.period}` as const) : null
}

const idOf = (role: RoleOnSale): string => `plan-${role}`

export function Boxes({ reader, isKnown, period }: Props) {
  const { t } = useTranslation('plans')
  const { turning, choose } = useChoose(reader)
  const needs = needsIn(new URLSearchParams(useShownSearch()))
  const fitting = needs && planThatAllows(needs)
  const next = fitting ?? nextPlan(reader)
  const nameOf = useRoleName()
  return (
    <section className={classes.boxes} aria-label={t('boxes')}>
      {needs && !fitting && (
        <p className={classes.beyond} role="note">
          {t('beyondAll')}
        </p>
      )}
      {fitting && (
        <a className={classes.toFitting} href={`#${idOf(fitting)}`}>
          {t('toFitting', { plan: nameOf(fitting) })}
        </a>
      )}
      {rolesOnSale.map((role) => {
        const button = buttonOf(reader, role, period)
        return (
          <Box
            key={role}
            role={role}
            period={period}
            button={button}
            note={noteOf(reader, role, button)}
            isKnown={isKnown}
            isTurning={turning === role}
            isNext={next === role && !button.isDisabled}
            isFitting={fitting === role}
            onChoose={() => choose({ role, period }, button)}
          />
        )
      })}
    </section>
  )
}

type BoxProps = {
  role: RoleOnSale
  period: Period
  button: PlanButton
  note: ReturnType<typeof noteOf>
  isKnown: boolean
  isTurning: boolean
  isNext: boolean
  /** It allows what the reader came for. */
  isFitting: boolean
  onChoose: () => void
}

function Box({ role, period, button, note, isKnown, isTurning, isNext, isFitting, onChoose }: BoxProps) {
  const { t } = useTranslation('plans')
  const name = useRoleName()(role)
  return (
    <article id={idOf(role)} className={classes.box} data-next={isNext || undefined} aria-label={name}>
      <h2>{name}</h2>
      <p className={classes.for} data-fitting={isFitting || undefined}>
        {t(isFitting ? 'fitting' : `${role}For`)}
      </p>
      <Price role={role} period={period} />
      <Button
        h={48}
        fullWidth
        variant={isNext ? 'filled' : 'default'}
        disabled={button.isDisabled}
        loading={isTurning || !isKnown}
        aria-label={`${t(button.text)}: ${name}`}
        onClick={onChoose}
      >
        {t(button.text)}
      </Button>
      {note && <p className={classes.included}>{t(note)}</p>}
      <Features role={role} />
    </article>
  )
}

function Price({ role, period }: { role: RoleOnSale; period: Period }) {
  const { t } = useTranslation('plans')
  const format = useFormat()
  const { cents, percent } = yearlySaving(role)
  const price = format.price(priceCents[role][period])
  const saving = { price: format.price(cents), percent }
  return (
    <div className={classes.price}>
      <p className={classes.amount}>
        <b>{format.price(monthlyCents(role, period))}</b> {t('perMonth')}
      </p>
      <p>{t(period === 'yearly' ? 'byYear' : 'byMonth', { price })}</p>
      <p className={classes.saving}>{t(period === 'yearly' ? 'saving' : 'savingOf', saving)}</p>
    </div>
  )
}

const lines = ['upload', 'storage', 'transfers', 'recipients', 'files', 'seats'] as const

function Features({ role }: { role: RoleOnSale }) {
  const { t } = useTranslation('plans')
  return (
    <ul className={classes.features}>
      {lines.map((line) => (
        <Feature key={line}>
          <LimitLine role={role} text={t(line)} />
        </Feature>
      ))}
      <Feature>{t(hasEveryExpiry(role) ? 'everyExpiry' : 'weekExpiry')}</Feature>
    </ul>
  )
}

const Feature = ({ children }: { children: React.ReactNode }) => (
  <li>
    <Check size={17} strokeWidth={2.25} aria-hidden="true" />
    <span>{children}</span>
  </li>
)
