/** `/dash/account/customize` (B1): what recipients see of the account's own, tried out before it is saved. */
import { Button } from '@mantine/core'
import { accountSettingsPath, dashPlansPath } from '@sampan/contract/paths'
import { type Plan, paidRoles, rolePlan } from '@sampan/contract/plans'
import type { BrandView } from '@sampan/contract/routes/branding'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useProblemText } from '../../lib/problem-text.ts'
import { useUnsaved } from '../../lib/unsaved.ts'
import { useAsking } from '../../lib/use-asking.ts'
import { useRoleName } from '../../product/plans/role-name.ts'
import { isSelling } from '../../product/plans/selling.ts'
import { useMayBuy } from '../../product/plans/use-may-buy.ts'
import { ProblemLine } from '../../ui/problem-line.tsx'
import { Colour } from './colour.tsx'
import classes from './customize.module.css'
import { Picture } from './picture.tsx'
import { Preview } from './preview.tsx'
import { useBrandView } from './queries.ts'
import { useDraft } from './use-draft.ts'

export function Customize() {
  const { t } = useTranslation('customize')
  const problemText = useProblemText()
  const { data, error, isFetching, refetch } = useBrandView()
  if (data) return <Known view={data} />
  if (!error) return <section className={classes.skeleton} aria-busy="true" aria-label={t('loading')} />
  return (
    <section className={classes.card} role="alert">
      <p className={classes.text}>{problemText(error)}</p>
      <Button variant="default" h={44} loading={isFetching} onClick={() => void refetch()}>
        {t('tryAgain')}
      </Button>
    </section>
  )
}

function Known({ view }: { view: BrandView }) {
  const { t } = useTranslation('customize')
  const draft = useDraft(view)
  const [isSaved, setSaved] = useState(false)
  const { problem, isAsking, ask, mend } = useAsking()
  useUnsaved(draft.isChanged)
  const { isWhole, mayHidePoweredBy } = view
  const changing = {
    ...draft,
    change: (...some: Parameters<typeof draft.change>) => {
      setSaved(false)
      mend()
      draft.change(...some)
    },
    choose: (...some: Parameters<typeof draft.choose>) => {
      setSaved(false)
      mend()
      draft.choose(...some)
    },
  }
  async function save(event: FormEvent) {
    event.preventDefault()
    if (draft.isChanged) setSaved(await ask(draft.save))
  }
  return (
    <div className={classes.page}>
      <form className={classes.form} onSubmit={save}>
        <section className={classes.card} aria-labelledby="brand-title">
          <h2 id="brand-title">{t('title')}</h2>
          <p className={classes.text}>{t('text')}</p>
          <Picture place="logo" draft={changing} isAllowed />
        </section>
        <section className={classes.card} aria-labelledby="brand-whole">
          <h2 id="brand-whole">{t('wholeTitle')}</h2>
          {!isWhole && <Reserved has={({ brand }) => brand === 'whole'} />}
          <Colour draft={changing} isAllowed={isWhole} />
          <Picture place="background" draft={changing} isAllowed={isWhole} />
          <Picture place="favicon" draft={changing} isAllowed={isWhole} />
        </section>
        <section className={classes.card} aria-labelledby="brand-line">
          <h2 id="brand-line">{t('lineTitle')}</h2>
          {!mayHidePoweredBy && <Reserved has={(plan) => plan.mayHidePoweredBy} />}
          <label className={classes.switch}>
            <input
              type="checkbox"
              checked={!(draft.hidesPoweredBy && mayHidePoweredBy)}
              disabled={!mayHidePoweredBy}
              onChange={(event) => changing.change({ hidesPoweredBy: !event.target.checked })}
            />
            <span>{t('line')}</span>
          </label>
          <p className={classes.text}>
            {t('message')} <Link to={accountSettingsPath}>{t('messageLink')}</Link>
          </p>
        </section>
        <div className={classes.foot}>
          <ProblemLine problem={problem} />
          <div className={classes.buttons}>
            <Button type="submit" h={46} loading={isAsking} disabled={!draft.isChanged}>
              {t('save')}
            </Button>
            {draft.isChanged && !isAsking && (
              <Button variant="default" h={46} onClick={draft.undo}>
                {t('undo')}
              </Button>
            )}
            <p className={classes.said} role="status">
              {isSaved && !draft.isChanged && t('saved')}
            </p>
          </div>
        </div>
      </form>
      <Preview
        accent={isWhole ? draft.accent : null}
        logo={draft.pictures.logo}
        background={isWhole ? draft.pictures.background : null}
        poweredBy={!(draft.hidesPoweredBy && mayHidePoweredBy)}
      />
    </div>
  )
}

/** Which plan has it first. */
function Reserved({ has }: { has: (plan: Plan) => boolean }) {
  const { t } = useTranslation('customize')
  const roleName = useRoleName()
  const mayBuy = useMayBuy()
  const role = paidRoles.find((each) => has(rolePlan(each)))
  if (!role || !isSelling()) return <p className={classes.text}>{t('reservedHere')}</p>
  return (
    <p className={classes.text}>
      {t('reserved', { role: roleName(role) })} {mayBuy && <Link to={dashPlansPath}>{t('seePlans')}</Link>}
    </p>
  )
}
