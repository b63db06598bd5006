/** How it will look to recipients, before it is saved: a page of a link, one of a request, a mail; by day and in the dark, wide and on a phone. */
import { brandColours, type Look } from '@sampan/contract/rules/brand-colours'
import { type CSSProperties, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { initialsOf } from '../../lib/initials.ts'
import { nameOrEmail } from '../../lib/names.ts'
import { ownColour } from '../../lib/own-colour.ts'
import { productName } from '../../lib/product-name.ts'
import { useSession } from '../../product/session/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import classes from './preview.module.css'

type Props = { accent: string | null; logo: string | null; background: string | null; poweredBy: boolean }
const pages = ['download', 'request', 'mail'] as const
type Page = (typeof pages)[number]
const looks = ['light', 'dark'] as const
const widths = ['wide', 'phone'] as const

function coloursIn(accent: string | null, look: Look): Record<string, string> {
  if (!accent) return {}
  const { button, onButton, link } = brandColours(accent, look)
  return { '--action': button, '--on-action': onButton, '--action-link': link }
}

export function Preview({ accent, logo, background, poweredBy }: Props) {
  const { t } = useTranslation('customize')
  const { user } = useSession()
  const [page, setPage] = useState<Page>('download')
  const [look, setLook] = useState<Look>('light')
  const [width, setWidth] = useState<(typeof widths)[number]>('wide')
  const sender = user ? nameOrEmail(user) : ''
  const behind = page !== 'mail' && width === 'wide' && background
  const style = {
    ...coloursIn(accent ?? ownColour(), look),
    ...(behind && { '--backdrop': `url("${background}")` }),
  } as CSSProperties
  return (
    <section className={classes.preview} aria-labelledby="brand-preview">
      <h2 id="brand-preview">{t('preview')}</h2>
      <div className={classes.choices}>
        <Segmented
          label={t('page')}
          choices={pages.map((value) => ({ value, label: t(`page_${value}`) }))}
          value={page}
          onChoose={setPage}
        />
        <Segmented
          label={t('look')}
          choices={looks.map((value) => ({ value, label: t(`look_${value}`) }))}
          value={look}
          onChoose={setLook}
        />
        <Segmented
          label={t('width')}
          choices={widths.map((value) => ({ value, label: t(`width_${value}`) }))}
          value={width}
          onChoose={setWidth}
        />
      </div>
      {/* A picture for whoever makes it: nothing in it is to be pressed. */}
      <div className={classes.frame} data-look={look} data-width={width} data-page={page} style={style} inert>
        {poweredBy && page !== 'mail' && <b className={classes.product}>{productName()}</b>}
        <div className={classes.ground} data-behind={behind ? true : undefined}>
          {logo ? <img className={classes.logo} src={logo} alt="" /> : page === 'mail' && poweredBy && <b>{productName()}</b>}
          <div className={classes.card}>
            <div className={classes.head}>
              {page !== 'mail' && (
                <Avatar
                  size={40}
                  initials={initialsOf(user?.fullName ?? '', user?.email ?? '')}
                  picture={user?.profilePic ?? ''}
                />
              )}
              <p className={classes.title}>{t(page === 'request' ? 'sampleAsks' : 'sampleSent', { sender })}</p>
            </div>
            <div className={classes.row}>
              <span>{t('sampleFile')}</span>
              <span>4.5 MB</span>
            </div>
            <span className={classes.button}>{t(page === 'request' ? 'sampleChoose' : 'sampleDownload')}</span>
          </div>
          {poweredBy && <span className={classes.line}>{t('sentWith', { product: productName() })}</span>}
        </div>
      </div>
    </section>
  )
}
