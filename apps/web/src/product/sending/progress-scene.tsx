/** The boat crosses from one shore to the other with the real percent; a plain bar for those who want no motion. */
import type { ReactNode } from 'react'
import classes from './progress-scene.module.css'

type Props = { percent: number; isResting: boolean; label: string }

/** From the left shore to the right one, in the drawing's units. */
const startX = 46
const endX = 352
/** The water begins here: above it the drawing has nothing that moves with it. */
const waterTop = 100
/** 190 pixels are 172 units high: `.scene` below. */
const pixelsPerUnit = 190 / 172

export function ProgressScene({ percent, isResting, label }: Props) {
  const x = startX + ((endX - startX) * percent) / 100
  return (
    <div
      className={classes.frame}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      data-resting={isResting || undefined}
    >
      <div className={classes.plain}>
        <div style={{ width: `${percent}%` }} />
      </div>
      {/* Each that moves is a layer of its own: the browser draws it once and shifts it. */}
      <div className={classes.scene}>
        <Layer>
          <path fill="var(--mist-2)" d="M-10 96 C14 72 22 34 54 30 C84 28 92 62 120 96 Z" />
          <path fill="var(--mist-1)" d="M60 96 C80 74 92 62 112 66 C134 70 140 86 168 96 Z" />
          <path fill="var(--mist-3)" d="M326 100 C344 66 360 22 392 20 C420 18 428 48 450 52 V100 Z" />
          <path fill="var(--mist-2)" d="M282 100 C302 84 318 74 336 78 C352 82 362 92 372 100 Z" />
          <path fill="var(--mist-1)" d="M0 92 C60 84 110 100 176 94 C250 86 300 96 352 92 C396 90 420 96 440 92 V172 H0 Z" />
          <path className={classes.wake} d={`M${startX - 22} 101 H${x - 22}`} />
        </Layer>
        <div className={classes.boat} style={{ transform: `translateX(${x * pixelsPerUnit}px)` }}>
          <Boat />
        </div>
        <Layer className={classes.water} top={waterTop}>
          <path
            fill="var(--mist-2)"
            d="M-40 106 C20 100 70 112 130 107 C210 100 270 112 330 107 C390 102 430 110 480 106 V172 H-40 Z"
          />
        </Layer>
      </div>
    </div>
  )
}

/** All layers lie upon each other; the card, which is never wider, cuts them at both sides. */
type LayerProps = { className?: string | undefined; top?: number; children: ReactNode }
const Layer = ({ className = '', top = 0, children }: LayerProps) => (
  <svg
    className={`${classes.layer} ${className}`}
    viewBox={`0 ${top} 440 ${172 - top}`}
    preserveAspectRatio="xMidYMax slice"
    aria-hidden="true"
  >
    {children}
  </svg>
)

const Boat = () => (
  <svg className={classes.bob} viewBox="-40 -6 84 84" width={84 * pixelsPerUnit} height={84 * pixelsPerUnit} aria-hidden="true">
    <g className={classes.sail}>
      <path d="M3 0 C20 8 30 22 31 42 L3 42 Z" fill="var(--lacquer)" />
      <path d="M3 14 L21.5 15 M3 28 L29 29" stroke="var(--surface)" strokeWidth="2.6" />
      <path d="M-2 15 C-9 22 -13 31 -13.5 42 L-2 42 Z" fill="var(--ink)" opacity=".85" />
    </g>
    <path d="M.5 -2 V50" stroke="var(--ink)" strokeWidth="2" />
    <path d="M-27 49 H36 C33 60 26 66 15 66 H-5 C-16 66 -24 60 -27 49 Z" fill="var(--ink)" />
  </svg>
)
