/** One request: who has sent what, and what is done about it (R3). */
import { Button } from '@mantine/core'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isProblem } from '../../lib/is-problem.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Badge } from '../../ui/badge.tsx'
import { Drawing } from '../../ui/drawing.tsx'
import { Toasts, useToasts } from '../../ui/toasts.tsx'
import { Grid } from './grid.tsx'
import { useActs, useRequest } from './queries.ts'
import { RequestActions } from './request-actions.tsx'
import { RequestFacts, tones } from './request-row.tsx'
import classes from './requests.module.css'
import { Failed } from './requests.tsx'
import { ShareLink } from './share-link.tsx'
import { SupplierWindow } from './supplier-window.tsx'

type Props = {
  slug: string
  listPath: string
  pathOf: (slug: string) => string
  forwardPathOf: (transferSlug: string) => string
}

export function Request({ slug, listPath, pathOf, forwardPathOf }: Props) {
  const { t } = useTranslation('requests')
  const { data, error, isFetching, refetch } = useRequest(slug)
  usePageTitle(data?.request.title || t('title'))
  return (
    <div className={classes.page}>
      <Link to={listPath} className={classes.back}>
        {t('back')}
      </Link>
      {data && <Shown detail={data} {...{ pathOf, listPath, forwardPathOf }} />}
      {!data && error && (
        <section className={classes.card}>
          {isProblem(error, 'notYours') ? (
            <Unknown listPath={listPath} />
          ) : (
            <Failed error={error} isTrying={isFetching} onRetry={() => void refetch()} />
          )}
        </section>
      )}
      {!data && !error && (
        <section className={classes.card} aria-busy="true">
          <h1 className="visually-hidden">{t('loading')}</h1>
          <div className={classes.skeleton} />
          <div className={classes.skeleton} />
        </section>
      )}
    </div>
  )
}

function Unknown({ listPath }: { listPath: string }) {
  const { t } = useTranslation('requests')
  return (
    <div className={classes.state}>
      <Drawing kind="unknown" />
      <h1>{t('unknownTitle')}</h1>
      <Button component={Link} to={listPath} variant="default">
        {t('back')}
      </Button>
    </div>
  )
}

function Shown({ detail, pathOf, listPath, forwardPathOf }: Omit<Props, 'slug'> & { detail: RequestDetail }) {
  const { t } = useTranslation('requests')
  const { request, suppliers } = detail
  const acts = useActs(request.slug)
  const toasts = useToasts()
  const [openId, setOpenId] = useState<string | null>(null)
  const report = (text: string) => toasts.show({ text, lifeMs: 6000, about: 'act' })
  const open = suppliers.find(({ _id }) => _id === openId)
  return (
    <>
      <header className={classes.detailHead}>
        <div className={classes.rowText}>
          <h1 tabIndex={-1}>
            <bdi>{request.title || t('untitled')}</bdi>{' '}
            <Badge tone={tones[request.status]}>{t(`status_${request.status}`)}</Badge>
          </h1>
          <RequestFacts row={request} />
        </div>
        <RequestActions {...{ detail, acts, report, pathOf, listPath }} />
      </header>
      {request.linkUrl && <ShareLink address={request.linkUrl} isProminent={suppliers.length === 0} />}
      <section className={classes.card} aria-label={t('grid')}>
        {suppliers.length === 0 ? (
          <div className={classes.state}>
            <h2>{t('nobodyTitle')}</h2>
            <p>{t('nobodyText')}</p>
          </div>
        ) : (
          <Grid detail={detail} onOpen={setOpenId} />
        )}
      </section>
      {open && <SupplierWindow {...{ detail, acts, report, forwardPathOf }} supplier={open} onClose={() => setOpenId(null)} />}
      <Toasts toasts={toasts.toasts} closeLabel={t('cancel')} onClose={toasts.close} />
    </>
  )
}
