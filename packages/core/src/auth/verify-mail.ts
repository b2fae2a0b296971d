/** How long the link and the code work that verify an address. */
export const VERIFY_LINK_HOURS = 24

/** How long a further mail with them to the same address has to wait. */
export const VERIFY_RESEND_SECONDS = 60
