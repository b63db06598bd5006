import type { Screen } from '@sampan/texts/content/front-matter'
import { inMarks } from '@sampan/texts/content/marks'
import { pictureHtml } from '@sampan/texts/content/picture-html'
import { useLanguage } from '../../lib/i18n.ts'
import classes from './picture.module.css'

type Props = { screen: Screen; alt: string; isFirst?: boolean }

/** A screen of the product in a frame. */
export const Picture = ({ screen, alt, isFirst = false }: Props) => (
  <div
    className={classes.frame}
    // biome-ignore lint/security/noDangerouslySetInnerHtml: written by ourselves, as in the Markdown of pages
    dangerouslySetInnerHTML={{ __html: inMarks('picture', pictureHtml(screen, alt, useLanguage(), isFirst)) }}
  />
)
