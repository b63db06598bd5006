/** Bar, page and footer. */
import { blogPath, homePath, pricingPath } from '@sampan/contract/paths'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { SendingPlace } from '../features/quick-send/sending/sending-place.tsx'
import { useLanguage } from '../lib/i18n.ts'
import { isSelling } from '../product/plans/selling.ts'
import { Logo } from '../ui/logo.tsx'
import { AccountLinks } from './account-links.tsx'
import { FeatureMenu } from './feature-menu.tsx'
import { LanguageLinks } from './language-links.tsx'
import classes from './shell.module.css'
import { SiteLinks } from './site-links.tsx'
import { ThemeChoice } from './theme-choice.tsx'

export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  // The server takes what is marked as an offer out of built pages likewise.
  const sells = isSelling()
  return (
    <div className={classes.shell}>
      <a className="skip-link" href="#content">
        {t('skip')}
      </a>
      <header className={classes.bar}>
        <Link to={homePath(language)} className={classes.home} aria-label={t('home')}>
          <Logo name={t('name')} />
        </Link>
        <nav className={classes.links} aria-label={t('mainLinks')}>
          <span className={classes.pages}>
            <FeatureMenu />
            {sells && (
              <Link to={pricingPath(language)} className={classes.link} data-offer="">
                {t('pricing')}
              </Link>
            )}
            {/* The pages that are read come without the app. */}
            <a href={blogPath(language)} className={`${classes.link} ${classes.less}`}>
              {t('blog')}
            </a>
          </span>
          <LanguageLinks isShort />
          <AccountLinks />
        </nav>
      </header>
      <main id="content" className={classes.content} tabIndex={-1}>
        {children}
      </main>
      <SendingPlace cardPath={homePath(language)} />
      <footer className={classes.footer}>
        <SiteLinks />
        <div className={classes.foot}>
          <Logo name={t('name')} size={22} />
          <div className={classes.choices}>
            {/* Shown and heard by consent.js, where something asks for consent. */}
            <button type="button" className={classes.consent} data-consent-choices="">
              {t('consentChoices')}
            </button>
            <LanguageLinks />
            <ThemeChoice />
          </div>
        </div>
      </footer>
    </div>
  )
}
