/** By transfer and by recipient, each a call of its own. */
import { dashTransferPath } from '@sampan/contract/paths'
import { dayOf } from '@sampan/contract/rules/day-range'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useDays } from './days.ts'
import { type FiguresQuery, useTopRecipients, useTopTransfers } from './queries.ts'
import { firstRows, TopList } from './top-list.tsx'

const atFirst = { search: '', limit: firstRows }

export function TopTransfers({ asked }: { asked: FiguresQuery }) {
  const { t } = useTranslation('analytics')
  const days = useDays()
  const [listing, setListing] = useState(atFirst)
  const answer = useTopTransfers({ ...asked, ...listing })
  const rows = (answer.data?.rows ?? []).map(({ slug, name, sentAt, downloads, isGone }) => ({
    key: slug,
    name: isGone ? (
      <span title={name}>{name}</span>
    ) : (
      <Link to={dashTransferPath(slug)} title={name}>
        {name}
      </Link>
    ),
    hint: isGone ? t('gone') : t('sentOn', { date: days.long(dayOf(new Date(sentAt))) }),
    downloads,
  }))
  const texts = { title: t('transfers'), searchLabel: t('searchTransfers') }
  return <TopList {...texts} rows={rows} answer={answer} listing={listing} onChange={setListing} />
}

export function TopRecipients({ asked }: { asked: FiguresQuery }) {
  const { t } = useTranslation('analytics')
  const [listing, setListing] = useState(atFirst)
  const answer = useTopRecipients({ ...asked, ...listing })
  const rows = (answer.data?.rows ?? []).map(({ email, downloads }) => ({
    key: email ?? '',
    name: <span title={email ?? undefined}>{email ?? t('someone')}</span>,
    downloads,
  }))
  const texts = { title: t('recipients'), searchLabel: t('searchRecipients') }
  return <TopList {...texts} rows={rows} answer={answer} listing={listing} onChange={setListing} />
}
