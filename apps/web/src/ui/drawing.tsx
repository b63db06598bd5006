/** Small drawings from the boat's world, one for each thing that a page may have to say. */
import type { ReactNode } from 'react'
import classes from './drawing.module.css'

const line = { fill: 'none', stroke: 'var(--ink-2)', strokeWidth: 2.5, strokeLinecap: 'round', strokeLinejoin: 'round' } as const
const at = (x: number, y: number, scale = 1): string => `translate(${x} ${y}) scale(${scale})`

const Hull = () => <path d="M0 0H60C57 11 50 17 40 17H20C10 17 3 11 0 0Z" fill="var(--ink)" />
const Sails = () => (
  <>
    <path d="M30-58C46-50 55-36 56-6H30Z" fill="var(--lacquer)" />
    <path d="M30-42 47.5-41M30-25 53.5-24" stroke="var(--surface)" strokeWidth="2.5" />
    <path d="M25-44C18-36 15-27 14.5-6H25Z" fill="var(--ink)" opacity=".8" />
  </>
)
const Furled = () => (
  <>
    <path d="M30 0V-58" stroke="var(--ink)" strokeWidth="3" strokeLinecap="round" />
    <path d="M30-14C40-19 50-19 57-13 50-8 40-8 30-9Z" fill="var(--lacquer)" />
  </>
)
const Gull = () => <path d="M0 0q5-6 10 0q5-6 10 0" {...line} strokeWidth="2" />
const Post = () => <path d="M0 0V46M14 6V46M-5 12H40" {...line} stroke="var(--ink)" strokeWidth="4" />
const Buoy = () => (
  <g className={classes.bob}>
    <path d="M-7-36H7L13-6H-13Z" fill="var(--lacquer)" />
    <path d="M-9.4-24H9.4L11.4-15H-11.4Z" fill="var(--surface)" />
    <path d="M0-36V-46" stroke="var(--ink)" strokeWidth="3" strokeLinecap="round" />
    <path d="M-18-6H18C16 3 10 7 0 7S-16 3-18-6Z" fill="var(--ink)" />
  </g>
)
const Sun = () => <circle r="26" fill="var(--lacquer)" opacity=".9" />
const Cloud = () => (
  <>
    <path d="M-24 10a13 13 0 0 1 2-26a18 18 0 0 1 34-3a14 14 0 0 1 12 29Z" fill="var(--mist-2)" />
    <path d="M-14 20l-4 9M0 20l-4 9M14 20l-4 9" {...line} />
  </>
)
const Lock = () => (
  <>
    <path d="M-11-4V-13a11 11 0 0 1 22 0V-4" fill="none" stroke="var(--ink-2)" strokeWidth="5" />
    <rect x="-18" y="-5" width="36" height="29" rx="6" fill="var(--jade)" />
    <circle cy="7" r="4" fill="var(--surface)" />
    <path d="M0 8V15" stroke="var(--surface)" strokeWidth="3.5" strokeLinecap="round" />
  </>
)
const Compass = () => (
  <>
    <circle r="38" fill="var(--surface)" stroke="var(--ink)" strokeWidth="4" />
    <path d="M0-31v5M0 26v5M-31 0h5M26 0h5" {...line} />
    <g transform="rotate(38)">
      <path d="M0-22 7 0H-7Z" fill="var(--lacquer)" />
      <path d="M0 22 7 0H-7Z" fill="var(--ink)" opacity=".75" />
    </g>
  </>
)

const scenes = {
  /** Furled at the landing stage. */
  arrived: (
    <>
      <g transform={at(168, 52, 0.7)}>
        <Sun />
      </g>
      <g transform={at(44, 78)}>
        <Post />
      </g>
      <g transform={at(88, 104)}>
        <Furled />
        <Hull />
      </g>
      <g transform={at(128, 52)}>
        <Gull />
      </g>
    </>
  ),
  uploading: (
    <g className={classes.bob}>
      <g transform={at(84, 104)}>
        <Hull />
        <Sails />
        <path d="M-14 5H-40M-22 14H-36" {...line} />
      </g>
    </g>
  ),
  password: (
    <>
      <g transform={at(48, 104)}>
        <Hull />
        <Furled />
      </g>
      <path d="M106 106C124 116 140 110 150 92" {...line} strokeWidth="2" />
      <g transform={at(154, 76)}>
        <Post />
      </g>
      <g transform={at(178, 62)}>
        <Lock />
      </g>
    </>
  ),
  disabled: (
    <>
      <g transform={at(58, 104)}>
        <Hull />
        <Furled />
      </g>
      <path d="M116 106C134 116 146 110 160 92" {...line} strokeWidth="2" />
      <g transform={at(164, 76)}>
        <Post />
      </g>
    </>
  ),
  limitReached: (
    <>
      <g transform={at(28, 74)}>
        <Post />
      </g>
      <g transform={at(128, 103, 0.62)}>
        <Hull />
        <Sails />
      </g>
      <path d="M120 108H104M116 114H108" {...line} strokeWidth="2" />
    </>
  ),
  expired: (
    <>
      <g transform={at(132, 112)}>
        <Sun />
      </g>
      <g transform={at(56, 103, 0.5)}>
        <Hull />
        <Sails />
      </g>
      <g transform={at(78, 44)}>
        <Gull />
      </g>
    </>
  ),
  takenDown: (
    <>
      <g transform={at(110, 108)}>
        <Buoy />
      </g>
      <path
        d="M110 62V38H140L133 48L140 58H112"
        fill="var(--lacquer)"
        stroke="var(--ink)"
        strokeWidth="3"
        strokeLinejoin="round"
      />
    </>
  ),
  unknown: (
    <>
      <g transform={at(110, 108, 1.1)}>
        <Buoy />
      </g>
      <g transform={at(44, 46)}>
        <Gull />
      </g>
      <g transform={at(150, 34, 0.8)}>
        <Gull />
      </g>
    </>
  ),
  offline: (
    <>
      <g transform={at(58, 104)}>
        <Hull />
        <Furled />
      </g>
      <g transform={at(150, 48)}>
        <Cloud />
      </g>
    </>
  ),
  notFound: (
    <g transform={at(110, 72)}>
      <Compass />
    </g>
  ),
} satisfies Record<string, ReactNode>

export type DrawingKind = keyof typeof scenes

export const Drawing = ({ kind }: { kind: DrawingKind }) => (
  <svg className={classes.drawing} viewBox="0 22 220 118" aria-hidden="true">
    <path d="M14 124C40 92 66 84 100 106C128 124 150 88 172 90C190 92 200 108 206 124Z" fill="var(--mist-1)" />
    {scenes[kind]}
    <path d="M6 118q13-9 26 0t26 0 26 0 26 0 26 0 26 0 26 0 26 0V140H6Z" fill="var(--mist-2)" />
    <path d="M6 128q13-8 26 0t26 0 26 0 26 0 26 0 26 0 26 0 26 0V140H6Z" fill="var(--mist-3)" />
  </svg>
)
