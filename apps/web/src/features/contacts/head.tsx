import { Button } from '@mantine/core'
import { Download, FileUp, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useMayBuy } from '../../product/plans/use-may-buy.ts'
import { Menu } from '../../ui/menu.tsx'
import classes from './contacts.module.css'
import { type ContactPage, saveContacts } from './queries.ts'
import type { Window } from './window.ts'

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const

type Props = {
  page: ContactPage | undefined
  group: string | null
  plansPath: string
  onOpen: (window: Window) => void
  onFailed: () => void
}

export function Head({ page, group, plansPath, onOpen, onFailed }: Props) {
  const { t } = useTranslation('contacts')
  const format = useFormat()
  const mayBuy = useMayBuy()
  const isFull = page?.most != null && page.allCount >= page.most
  const save = (kind: 'csv' | 'vcard') => void saveContacts(kind, group).catch(onFailed)
  return (
    <>
      <header className={classes.head}>
        <h1 tabIndex={-1}>{t('title')}</h1>
        <div className={classes.acts}>
          {!!page?.allCount && (
            <Menu
              label={t('export')}
              icon={<Download {...icon} />}
              entries={[
                { label: t('exportCsv'), icon: <Download {...icon} />, onSelect: () => save('csv') },
                { label: t('exportVcard'), icon: <Download {...icon} />, onSelect: () => save('vcard') },
              ]}
            />
          )}
          <Button variant="default" h={44} leftSection={<FileUp {...icon} />} onClick={() => onOpen({ kind: 'import' })}>
            {t('import')}
          </Button>
          <Button h={44} leftSection={<Plus {...icon} />} onClick={() => onOpen({ kind: 'add' })} disabled={isFull}>
            {t('add')}
          </Button>
        </div>
      </header>
      {isFull && (
        <p className={classes.full}>
          <span>{t('full', { max: format.number(page.most ?? 0) })}</span>
          {mayBuy && <Link to={plansPath}>{t('upgrade')}</Link>}
        </p>
      )}
    </>
  )
}
