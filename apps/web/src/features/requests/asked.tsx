/** It is asked for: the link to hand on, or who was mailed. */
import { Button } from '@mantine/core'
import { dashRequestPath } from '@sampan/contract/paths'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { SharedLink } from '../../product/transfers/shared-link.tsx'
import { Drawing } from '../../ui/drawing.tsx'
import classes from './asked.module.css'

/** As many as are named. */
const maxNamed = 12

function People({ suppliers, count }: Pick<RequestDetail, 'suppliers'> & { count: number }) {
  const { t } = useTranslation('asking')
  const format = useFormat()
  const more = count - maxNamed
  return (
    <ul className={classes.people} aria-label={t('askedPeople')}>
      {suppliers.slice(0, maxNamed).map(({ _id, email, name }) => (
        <li key={_id}>{email ?? name}</li>
      ))}
      {more > 0 && <li>{t('andMore', { count: more, number: format.number(more) })}</li>}
    </ul>
  )
}

export function Asked({ detail, onAgain }: { detail: RequestDetail; onAgain: () => void }) {
  const { t } = useTranslation('asking')
  const heading = useRef<HTMLHeadingElement>(null)
  const { request, suppliers } = detail
  const count = request.supplierCount
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={classes.card} aria-labelledby="asked">
      <Drawing kind="uploading" />
      <h2 ref={heading} id="asked" tabIndex={-1}>
        {request.linkUrl ? t('linkTitle') : t('mailedTitle', { count })}
      </h2>
      <p>{t(request.linkUrl ? 'linkDone' : 'mailedDone')}</p>
      {request.linkUrl ? <SharedLink url={request.linkUrl} /> : <People suppliers={suppliers} count={count} />}
      <div className={classes.buttons}>
        <Button component={Link} to={dashRequestPath(request.slug)} variant={request.linkUrl ? 'default' : 'filled'} h={48}>
          {t('seeRequest')}
        </Button>
        <Button variant="default" h={48} onClick={onAgain}>
          {t('askAgain')}
        </Button>
      </div>
    </section>
  )
}
