import { useState } from 'react'
import classes from './avatar.module.css'

type Props = { initials: string; size?: number; picture?: string }

/** Somebody's picture in a round; where there is none, or it does not come, the initials, drawn here: nothing is fetched from elsewhere. */
export function Avatar({ initials, size = 52, picture = '' }: Props) {
  const [broken, setBroken] = useState('')
  if (picture && picture !== broken)
    return <img className={classes.picture} src={picture} width={size} height={size} alt="" onError={() => setBroken(picture)} />
  return <Initials initials={initials} size={size} />
}

const Initials = ({ initials, size }: { initials: string; size: number }) => (
  <svg width={size} height={size} viewBox="0 0 52 52" aria-hidden="true">
    <circle cx="26" cy="26" r="26" fill="var(--jade)" />
    {initials ? (
      <text x="26" y="26" dy=".35em" textAnchor="middle" fill="var(--surface)" fontSize="20" fontWeight="650">
        {initials}
      </text>
    ) : (
      <g fill="var(--surface)">
        <circle cx="26" cy="20" r="7" />
        <path d="M12 41a14 14 0 0 1 28 0z" />
      </g>
    )}
  </svg>
)
