/** A question over the page: what it is about, and the answers, of which the last one is the likely one. */
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import classes from './question.module.css'

type Props = { title: string; text: string; onClose: () => void; children: ReactNode }

export const Question = ({ title, text, onClose, children }: Props) => (
  <Dialog title={title} onClose={onClose}>
    <p className={classes.text}>{text}</p>
    <div className={classes.buttons}>{children}</div>
  </Dialog>
)
