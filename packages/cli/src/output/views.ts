import type { Paint } from './paint.ts'
import { renderText } from './table.ts'

/** How something is shown to people. */
export interface View {
  readonly paint: Paint
  /** Columns of the terminal; 0 for as wide as it comes. */
  readonly width: number
}

/** How a decision is shown. */
export interface DecisionView extends View {
  /** Show every instance, not only the one that tells most. */
  readonly all: boolean
}

/** How an explanation is shown. */
export interface ExplanationView extends View {
  /** The host that was asked about: the others are left out then. */
  readonly host: string | null
  /** How many near misses were asked for. */
  readonly top: number
}

/** A text in lines that fit the view, each styled by itself: a style that crosses a line end stains the next one. */
export function styled(text: string, style: (line: string) => string, { width }: View): string {
  return renderText(text, width).replace(/^.+$/gm, (line) => style(line))
}

/** A part of an answer under its title; nothing where there is nothing to say. */
export function section(title: string, body: string, view: View): string {
  return body === '' ? '' : `${styled(title, view.paint.bold, view)}${body}`
}
