import type { Permission } from "./permissions.ts";

/**
 * How a key's calls list payment methods: one by one; as the map of BTCPay Server 1; or as one method that
 * stands for all.
 */
export type MethodShape = "list" | "map" | "single";

/** What a shop's plugin needs of its API key. */
export type Shop = Readonly<{
  id: string;
  name: string;
  permissions: readonly Permission[]; // in the plugin's order; several plugins refuse a key that lists any other
  unlisted?: readonly Permission[]; // needed by its calls too, but not listed to the plugin, which would refuse the key
  methods: MethodShape;
  keepsWebhook?: true; // it never makes a second webhook, so its old one must stay when it reconnects
}>;

const INVOICES_AND_WEBHOOKS = [
  "cancreateinvoice",
  "canviewinvoices",
  "webhooks.canmodifywebhooks",
  "canviewstoresettings",
] as const satisfies readonly Permission[];

/** The shop systems with a preset. Each set is from the plugin's source; docs/reference/greenfield.md names the versions. */
export const SHOPS: readonly Shop[] = [
  {
    id: "woocommerce",
    name: "WooCommerce",
    permissions: [
      ...(["canviewinvoices", "cancreateinvoice", "canviewstoresettings", "canmodifyinvoices"] as const),
      ...(["cancreatenonapprovedpullpayments", "webhooks.canmodifywebhooks"] as const),
    ],
    methods: "list",
  },
  {
    id: "prestashop",
    name: "PrestaShop",
    permissions: [
      ...(["canmodifystoresettings", "webhooks.canmodifywebhooks", "canviewstoresettings"] as const),
      ...(["cancreateinvoice", "canviewinvoices", "canmodifyinvoices"] as const),
    ],
    methods: "map",
  },
  {
    id: "magento",
    name: "Magento",
    permissions: [
      ...(["canviewinvoices", "cancreateinvoice", "webhooks.canmodifywebhooks"] as const),
      ...(["canviewstoresettings", "canmodifyinvoices"] as const),
    ],
    unlisted: ["canmarkinvoices"], // its button "Mark as settled"
    methods: "single",
  },
  {
    id: "nopcommerce",
    name: "nopCommerce",
    permissions: [
      ...([
        "cancreateinvoice",
        "canviewinvoices",
        "canmodifyinvoices",
        "webhooks.canmodifywebhooks",
      ] as const),
      ...(["canviewstoresettings", "cancreatenonapprovedpullpayments"] as const),
    ],
    methods: "list",
    keepsWebhook: true,
  },
  { id: "shopware", name: "Shopware", permissions: INVOICES_AND_WEBHOOKS, methods: "map" },
  { id: "opencart", name: "OpenCart", permissions: INVOICES_AND_WEBHOOKS, methods: "list" },
  {
    id: "n8n",
    name: "n8n",
    permissions: [
      ...(["canviewstoresettings", "webhooks.canmodifywebhooks"] as const),
      ...(["canviewpaymentrequests", "canmodifypaymentrequests"] as const),
    ],
    methods: "list",
  },
];

/** Finds a shop system by its id. */
export function findShop(id: string | undefined): Shop | undefined {
  return SHOPS.find((shop) => shop.id === id);
}

/**
 * Recognises the shop whose plugin asks for a key: it asks for exactly the shop's permissions. Where several shops ask for
 * the same, the name of the application decides.
 */
export function recogniseShop(permissions: readonly string[], application: string): Shop | undefined {
  const wanted = new Set(permissions);
  const alike = SHOPS.filter(
    (shop) => shop.permissions.length === wanted.size && shop.permissions.every((name) => wanted.has(name)),
  );
  const named = application.toLowerCase();
  return alike.length === 1 ? alike[0] : alike.find(({ id }) => named.includes(id));
}

/** Everything that a key for the shop may do. */
export function permissionsForShop({ permissions, unlisted = [] }: Shop): readonly Permission[] {
  return [...permissions, ...unlisted];
}

/** The permissions that a key lists about itself: without those that its shop's plugin would refuse. */
export function listedPermissions({
  permissions,
  shop,
}: Readonly<{ permissions: readonly string[]; shop?: string | undefined }>): readonly string[] {
  const unlisted: readonly string[] = findShop(shop)?.unlisted ?? [];
  return permissions.filter((name) => !unlisted.includes(name));
}
