/** How many downloads the sender still allows, told before one is used up, and what counts as one (D6). */
import type { TransferView } from '@sampan/contract/routes/downloads'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import classes from './open-transfer.module.css'

type Props = {
  view: Pick<TransferView, 'downloadsLeft' | 'isCounted' | 'isOwn' | 'fileCount'>
  /** Of its files, those that this visit has begun to download. */
  begunCount: number
  /** Pressed here, and not counted yet. */
  isUnderWay?: boolean
}

export function LimitLine({ view: { downloadsLeft: left, isCounted, isOwn, fileCount }, begunCount, isUnderWay = false }: Props) {
  const { t } = useTranslation('download')
  const format = useFormat()
  if (left === null || isOwn) return null
  const isOne = fileCount <= 1
  // Every file was begun here: what is left is for others, or for taking something once more.
  const hasAll = begunCount > 0 && begunCount >= fileCount
  const words = isCounted
    ? t('limitCounted')
    : isUnderWay
      ? t(isOne ? 'limitUnderWayOne' : 'limitUnderWay')
      : left === 1 && !hasAll
        ? t(isOne ? 'limitLastOne' : 'limitLast')
        : t('downloadsLeft', { count: left, number: format.number(left) })
  return (
    <p className={classes.limit} data-last={left <= 1 || undefined}>
      <strong>{words}</strong>
      {begunCount > 0 && !isOne && (
        <span>{t('limitBegun', { begun: format.number(begunCount), number: format.number(fileCount) })}</span>
      )}
      {!isCounted && !isOne && <span>{t('limitVisit')}</span>}
      <span>{t('limitNoPreview')}</span>
    </p>
  )
}
