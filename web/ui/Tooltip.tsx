import * as Radix from 'radix-ui/tooltip'
import { createContext, useContext, type ReactElement, type ReactNode } from 'react'

const Provided = createContext(false)

export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Provided value={true}>
      <Radix.Provider delayDuration={400} skipDelayDuration={200}>
        {children}
      </Radix.Provider>
    </Provided>
  )
}

export interface TooltipProps {
  text: ReactNode
  children: ReactElement
  side?: 'top' | 'right' | 'bottom' | 'left'
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** A tooltip for mouse and keyboard. Put anything that everybody needs in the page instead. */
export function Tooltip({ text, children, side = 'top', open, onOpenChange }: TooltipProps) {
  const tooltip = (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger
        asChild
        onFocus={(event) => {
          // The focus was returned by a closed dialog or a reopened window, not moved by the person: a tooltip would only cover what is above.
          if (event.relatedTarget === null) event.preventDefault()
        }}
      >
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-70 max-w-70 rounded-control bg-text px-2 py-1 text-14 text-bg shadow-popover select-none"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
  return useContext(Provided) ? tooltip : <TooltipProvider>{tooltip}</TooltipProvider>
}
