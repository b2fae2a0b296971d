import { PanelLeft } from 'lucide-react'
import {
  cloneElement,
  createContext,
  use,
  useMemo,
  useState,
  type ComponentProps,
  type ReactElement,
} from 'react'
import { cn } from '#/lib/cn.ts'
import { Button } from './button.tsx'

type SidebarState = {
  state: 'expanded' | 'collapsed'
  open: boolean
  setOpen: (open: boolean) => void
  toggleSidebar: () => void
}
const SidebarContext = createContext<SidebarState | undefined>(undefined)

export function useSidebar(): SidebarState {
  const sidebar = use(SidebarContext)
  if (!sidebar) throw new Error('useSidebar is used outside of SidebarProvider')
  return sidebar
}

type SidebarProviderProps = ComponentProps<'div'> & {
  defaultOpen?: boolean
  /** Store the state where the server can read it, so that it renders the right width. */
  onOpenChange?: (open: boolean) => void
}

/**
 * The sidebar next to the page. The variant `rail` matches its collapsed state and tablets, which always have
 * the rail.
 */
export function SidebarProvider({
  defaultOpen = true,
  onOpenChange,
  className,
  ...props
}: SidebarProviderProps) {
  const [open, change] = useState(defaultOpen)
  const sidebar = useMemo((): SidebarState => {
    function setOpen(next: boolean) {
      change(next)
      onOpenChange?.(next)
    }
    return {
      state: open ? 'expanded' : 'collapsed',
      open,
      setOpen,
      toggleSidebar: () => setOpen(!open),
    }
  }, [open, onOpenChange])
  return (
    <SidebarContext value={sidebar}>
      <div
        data-slot="sidebar-wrapper"
        data-state={sidebar.state}
        className={cn(
          'grid min-h-dvh transition-[grid-template-columns] duration-180 ease-out md:grid-cols-[57px_1fr] lg:data-[state=expanded]:grid-cols-[15rem_1fr]',
          className,
        )}
        {...props}
      />
    </SidebarContext>
  )
}

/** As high as the page; content and footer are sticky, so that the footer is visible below any banner. */
export function Sidebar({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="sidebar"
      className={cn(
        'hidden flex-col border-r border-sidebar-border bg-sidebar text-sidebar-foreground md:flex',
        className,
      )}
      {...props}
    />
  )
}

/** The page next to the sidebar. */
export function SidebarInset({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div data-slot="sidebar-inset" className={cn('flex min-w-0 flex-1 flex-col', className)} {...props} />
  )
}

export function SidebarContent({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="sidebar-content"
      className={cn(
        'sticky top-0 flex max-h-[calc(100dvh-7rem)] min-h-0 flex-col gap-3 overflow-x-hidden overflow-y-auto p-2 [scrollbar-width:none] [view-transition-name:sidebar] [view-transition-class:bar]',
        className,
      )}
      {...props}
    />
  )
}

export function SidebarFooter({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="sidebar-footer"
      className={cn(
        'sticky bottom-0 mt-auto grid gap-2 bg-sidebar pt-2 [view-transition-name:sidebar-foot] [view-transition-class:bar]',
        className,
      )}
      {...props}
    />
  )
}

export function SidebarGroup({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="sidebar-group"
      className={cn('border-sidebar-border not-first:rail:border-t not-first:rail:pt-2', className)}
      {...props}
    />
  )
}

/** Only for screen readers while the sidebar is a rail. */
export function SidebarGroupLabel({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="sidebar-group-label"
      className={cn('h-6 px-2 text-xs leading-5 font-medium text-muted-foreground rail:sr-only', className)}
      {...props}
    />
  )
}

export function SidebarMenu({ className, ...props }: ComponentProps<'ul'>) {
  return <ul data-slot="sidebar-menu" className={cn('grid gap-px', className)} {...props} />
}

export function SidebarMenuItem({ className, ...props }: ComponentProps<'li'>) {
  return <li data-slot="sidebar-menu-item" className={cn('flex min-w-0', className)} {...props} />
}

type SidebarMenuButtonProps = ComponentProps<'button'> & {
  isActive?: boolean
  /** Shown on hover in the rail, which only has the icon. */
  tooltip?: string
  /** The router's link, which knows when it is active. */
  render?: ReactElement<{ className?: string }>
}

/** An icon and a `span`, which only screen readers get in a rail. */
export function SidebarMenuButton({
  isActive = false,
  tooltip,
  render,
  className,
  ...props
}: SidebarMenuButtonProps) {
  const own = {
    'data-slot': 'sidebar-menu-button',
    'data-active': isActive || undefined,
    title: tooltip,
    ...props,
    className: cn('group/menu-button', render?.props.className, className),
  }
  return render ? cloneElement(render, own) : <button type="button" {...own} />
}

/** Needs an `aria-label`, which may change with `useSidebar().open`. */
export function SidebarTrigger({ className, onClick, ...props }: ComponentProps<typeof Button>) {
  const { open, toggleSidebar } = useSidebar()
  return (
    <Button
      data-slot="sidebar-trigger"
      variant="ghost"
      size="icon"
      aria-expanded={open}
      onClick={(event) => {
        onClick?.(event)
        toggleSidebar()
      }}
      className={cn('h-8 text-muted-foreground hover:bg-sidebar-accent hover:text-foreground', className)}
      {...props}
    >
      <PanelLeft aria-hidden="true" />
    </Button>
  )
}
