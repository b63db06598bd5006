import { type AnalyticsList, analyticsLists } from '@sampan/contract/routes/analytics'
import { Download, FileSpreadsheet, LoaderCircle } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Menu } from '../../ui/menu.tsx'
import type { ToastsOfPage } from '../../ui/toasts.tsx'
import { type FiguresQuery, saveCsv } from './queries.ts'

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const
const saidMs = 8000

export function CsvMenu({ asked, toasts }: { asked: FiguresQuery; toasts: ToastsOfPage }) {
  const { t } = useTranslation('analytics')
  const [isWaiting, setWaiting] = useState(false)
  const make = async (list: AnalyticsList) => {
    setWaiting(true)
    try {
      await saveCsv(asked, list)
    } catch {
      const action = { label: t('tryAgain'), run: () => void make(list) }
      toasts.show({ text: t('csvFailed'), tone: 'problem', about: 'csv', lifeMs: saidMs, action })
    }
    setWaiting(false)
  }
  const entries = analyticsLists.map((list) => ({
    label: t(`csv_${list}`),
    icon: <FileSpreadsheet {...icon} />,
    onSelect: () => void make(list),
  }))
  return (
    <Menu
      label={t(isWaiting ? 'csvWaiting' : 'csvChoose')}
      icon={
        <>
          {isWaiting ? <LoaderCircle {...icon} /> : <Download {...icon} />} {t('csv')}
        </>
      }
      entries={isWaiting ? [] : entries}
    />
  )
}
