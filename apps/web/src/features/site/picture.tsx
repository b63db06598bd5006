import { useLanguage } from '../../lib/i18n.ts'
import type { Screen } from './front-matter.ts'
import classes from './picture.module.css'
import { pictureHtml } from './picture-html.ts'

type Props = { screen: Screen; alt: string; isFirst?: boolean }

/** A screen of the product in a frame. */
export const Picture = ({ screen, alt, isFirst = false }: Props) => (
  <div
    className={classes.frame}
    // biome-ignore lint/security/noDangerouslySetInnerHtml: written by ourselves, as in the Markdown of pages
    dangerouslySetInnerHTML={{ __html: pictureHtml(screen, alt, useLanguage(), isFirst) }}
  />
)
