/** A calm card with a drawing, a headline, a sentence, and what can be done. */
import type { ReactNode } from 'react'
import { Drawing, type DrawingKind } from './drawing.tsx'
import classes from './notice.module.css'

type Props = { drawing: DrawingKind; title: string; text: string; children?: ReactNode }

export const Notice = ({ drawing, title, text, children }: Props) => (
  <section className={classes.card}>
    <Drawing kind={drawing} />
    <h1 className={classes.title}>{title}</h1>
    <p className={classes.text}>{text}</p>
    {children}
  </section>
)
