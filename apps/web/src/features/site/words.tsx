/** HTML that the build made of our own Markdown. */
import classes from './words.module.css'

// biome-ignore lint/security/noDangerouslySetInnerHtml: it is ours, and no browser ever parses Markdown for it
export const Words = ({ html }: { html: string }) => <div className={classes.words} dangerouslySetInnerHTML={{ __html: html }} />
