/** The pages of the site (spec §2): on public pages all of them; where somebody is with files of theirs, those that law and help are in. */
import {
  aboutPath,
  blogPath,
  changelogPath,
  cookiesPath,
  developersPath,
  type Language,
  type PathOf,
  pricingPath,
  privacyPath,
  productPath,
  roadmapPath,
  supportPath,
  termsPath,
  updatesPath,
} from '@sampan/contract/paths'
import { productPages } from '@sampan/contract/site'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useLanguage } from '../lib/i18n.ts'
import { pathLanguage } from '../lib/language.ts'
import { supportAddress } from '../lib/support.ts'
import { isSelling } from '../product/plans/selling.ts'
import classes from './site-links.module.css'

const service = [
  ['about', aboutPath],
  ['updates', updatesPath],
  ['changelog', changelogPath],
  ['roadmap', roadmapPath],
  ['blog', blogPath],
  ['support', supportPath],
  ['developers', developersPath],
] as const satisfies [string, PathOf][]
const legal = [
  ['terms', termsPath],
  ['privacy', privacyPath],
  ['cookies', cookiesPath],
] as const satisfies [string, PathOf][]

export function SiteLinks() {
  const isPublic = pathLanguage(useLocation().pathname) !== null
  return isPublic ? <AllLinks /> : <FewLinks />
}

function AllLinks() {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  return (
    <nav className={classes.columns} aria-label={t('footLinks')}>
      <Column title={t('features')}>
        {productPages.map((page) => (
          <Item key={page} to={productPath(page)(language)}>
            {t(`product_${page}`)}
          </Item>
        ))}
      </Column>
      <Column title={t('service')}>
        {isSelling() && (
          <li data-offer="">
            <a href={pricingPath(language)}>{t('pricing')}</a>
          </li>
        )}
        {service.map(([key, pathOf]) => (
          <Item key={key} to={pathOf(language)}>
            {t(key)}
          </Item>
        ))}
      </Column>
      <Column title={t('legal')}>
        <Legal language={language} />
        <Contact />
        <li>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: Empty here; React leaves alone what the server puts in. */}
          <span data-social="" className={classes.social} dangerouslySetInnerHTML={{ __html: '' }} suppressHydrationWarning />
        </li>
      </Column>
    </nav>
  )
}

function FewLinks() {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  return (
    <nav aria-label={t('footLinks')}>
      <ul className={classes.few}>
        <Item to={supportPath(language)}>{t('support')}</Item>
        <Legal language={language} />
      </ul>
    </nav>
  )
}

const Column = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h2>{title}</h2>
    <ul>{children}</ul>
  </div>
)

const Item = ({ to, children }: { to: string; children: ReactNode }) => (
  <li>
    <a href={to}>{children}</a>
  </li>
)

function Legal({ language }: { language: Language }) {
  const { t } = useTranslation('shell')
  return legal.map(([key, pathOf]) => (
    <Item key={key} to={pathOf(language)}>
      {t(key)}
    </Item>
  ))
}

/** Where the operator has an address for mail. */
function Contact() {
  const { t } = useTranslation('shell')
  const email = supportAddress()
  return (
    email && (
      <li data-operator="email">
        <a href={`mailto:${email}`}>{t('contact')}</a>
      </li>
    )
  )
}
