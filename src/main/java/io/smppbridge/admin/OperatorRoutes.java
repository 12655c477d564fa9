package io.smppbridge.admin;

import io.smppbridge.http.Router;
import io.smppbridge.http.Router.Access;
import io.smppbridge.settings.AdminConfig.Right;

/** Collects the routes of operators: there is none without a right. */
final class OperatorRoutes {
    private final Router.Builder routes;
    private final Rights rights;

    OperatorRoutes(Router.Builder routes, Rights rights) {
        this.routes = routes;
        this.rights = rights;
    }

    Rights rights() {
        return rights;
    }

    OperatorRoutes get(String path, Right right, Router.Handler handler) {
        routes.get(path, Access.KEY, rights.needing(right, handler));
        return this;
    }

    OperatorRoutes post(String path, Right right, Router.Handler handler) {
        routes.post(path, Access.KEY, rights.needing(right, handler));
        return this;
    }
}
