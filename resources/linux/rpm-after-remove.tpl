#!/bin/bash

# rpm runs this after the newer version's script in an upgrade, which has just made what would be removed here.
if [ "$1" != 0 ]; then
    exit 0
fi

if type update-alternatives >/dev/null 2>&1; then
    update-alternatives --remove '${executable}' '/opt/${sanitizedProductName}/${executable}'
else
    rm -f '/usr/bin/${executable}'
fi

APPARMOR_PROFILE='/etc/apparmor.d/${executable}'
if [ -f "$APPARMOR_PROFILE" ]; then
    # Unloaded first: otherwise it stays in force until the next restart.
    if apparmor_status --enabled > /dev/null 2>&1 && hash apparmor_parser 2>/dev/null; then
        apparmor_parser --remove "$APPARMOR_PROFILE" || true
    fi
    rm -f "$APPARMOR_PROFILE"
fi
