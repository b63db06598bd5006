/** `/dash/account/domain` (B2): a host of one's own for links, what to set in DNS for it, and what is there instead. */
import { Button } from '@mantine/core'
import { dashPlansPath } from '@sampan/contract/paths'
import type { DomainsView } from '@sampan/contract/routes/domains'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useProblemText } from '../../lib/problem-text.ts'
import { isSelling } from '../../product/plans/selling.ts'
import { AddHost } from './add-host.tsx'
import classes from './domain.module.css'
import { HostCard } from './host-card.tsx'
import { useDomains } from './queries.ts'
import { Sender } from './sender.tsx'

export function Domain() {
  const { t } = useTranslation('domain')
  const problemText = useProblemText()
  const { data, error, isFetching, refetch } = useDomains()
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

function Known({ view }: { view: DomainsView }) {
  const { t } = useTranslation('domain')
  const { domains, base, hasSubdomains, isAllowed } = view
  const own = domains.find(({ isSubdomain }) => !isSubdomain)
  const below = domains.find(({ isSubdomain }) => isSubdomain)
  return (
    <div className={classes.page}>
      <section className={classes.card} aria-labelledby="links-at">
        <h2 id="links-at">{t('title')}</h2>
        <p className={classes.text}>{t('text', { base })}</p>
        <p className={classes.example}>
          <span>{t('now')}</span> <b>{`${verifiedHost(view)}/w/…`}</b>
        </p>
        {isLocal(base) && <p className={classes.text}>{t('localText', { base })}</p>}
        {!isAllowed && <Reserved hasHosts={domains.length > 0} />}
      </section>
      {own && <HostCard domain={own} base={base} />}
      {!own && isAllowed && <AddHost base={base} />}
      {below && <HostCard domain={below} base={base} />}
      {!below && isAllowed && hasSubdomains && <AddHost base={base} isBelow />}
      <Sender />
    </div>
  )
}

/** No name of anybody else’s can lead there from outside. */
export const isLocal = (base: string): boolean =>
  !base.includes('.') || base.includes(':') || /^(?:127\.|10\.|192\.168\.)/.test(base)

/** Where new links stand now: a host of one's own before a sub-domain of the installation. */
export function verifiedHost({ domains, base, isAllowed }: DomainsView): string {
  const verified = isAllowed ? domains.filter(({ state }) => state === 'verified') : []
  return (verified.find(({ isSubdomain }) => !isSubdomain) ?? verified[0])?.host ?? base
}

function Reserved({ hasHosts }: { hasHosts: boolean }) {
  const { t } = useTranslation('domain')
  return (
    <p className={classes.text}>
      {t(hasHosts ? 'restsText' : 'reservedText')} {isSelling() && <Link to={dashPlansPath}>{t('seePlans')}</Link>}
    </p>
  )
}
